"""Text forms of positions, plays and matches: every parse has its format, and the two are inverse.

xgid, gnuid, ogid: IDs, read to a setup.Setup, which makes a match where a game can stand so. play: plays
of a roll. mat, sgf: match files, read to a record.Record, whose log core.match.replay folds. diagram:
text out only. xgtext, snowie: texts of eXtreme Gammon and Snowie, in only. detect: any of them, told by its
looks. errors: the one error of them all, with the English of each of its keys.
"""
