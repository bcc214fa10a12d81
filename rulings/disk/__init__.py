"""The one place that writes: single files, whole folders, and the locks that are held meanwhile.

A file is written whole or not at all. Links are followed only where they stay inside, pipes and
devices never.
"""
