"""Text forms of positions, plays and matches: each parse function has an inverse format function.

xgid, gnuid, ogid: IDs, read into a setup.Setup, which becomes a match if a game allows it. play: plays of
a roll. mat, sgf: match files, read into a record.Record, whose log core.match.replay folds. diagram: output
only. xgtext, snowie: texts of eXtreme Gammon and Snowie, input only. detect: any of these, recognised by
its appearance. errors: the one error they all raise, with the English text of each of its keys.
"""
