"""How views ask for texts: by key, with what fills it."""

from backgammon.i18n.catalogue import Catalogue as Say

__all__ = ["Say"]
