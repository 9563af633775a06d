"""What the page can do, a room a feature; from the ground up, each imports only those before it.

- ``speech``: what is said, as keys of the catalogue.
- ``game``: what the match does by itself, stage by stage, and the computer's side.
- ``analysis``: hints, rollouts; ``saving``: what is kept; ``lines``: the analysis board.
- ``viewer``: replays, the editor, files in and out.
- ``quiz``, ``coach``, ``lessons``: questions, the tutor, the review of a match, its errors once more, tasks.
- ``board``: clicks on the board; ``clock``: time used; ``friend``: a match with a person at another device.

A feature takes a model and returns a change of it; ``app`` says which event reaches which.
"""
