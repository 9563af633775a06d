"""The features of the page, a package or module each, in order: each imports only those before it.

- ``speech``: the texts that are shown and announced, as keys of the catalogue; ``language``: its choice.
- ``game``: the automatic steps of a match, stage by stage, and the computer's side.
- ``analysis``: hints and rollouts; ``saving``: stored data; ``lines``: the analysis board.
- ``viewer``: replays, the editor, import and export of files.
- ``quiz``: questions; ``coach``: the tutor, the review of a match, retrying one's errors; ``lessons``: tasks.
- ``board``: clicks on the board; ``clock``: time used; ``friend``: a match with a person at another device.

A feature takes a model and returns a change of it; ``app`` maps events to features.
"""
