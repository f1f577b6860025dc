"""What is wrong with what somebody has written, in words: where it stands, what stands there, what may, what is near.

Maps, case files, data packs, experiments and messages to the service are all told so. Knows nothing of what they mean.
"""
