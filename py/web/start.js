// PyScript, under the page's policy.
import "./policy.js";
import "../runtime/pyscript/core.js";
