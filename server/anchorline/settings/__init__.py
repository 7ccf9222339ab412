"""Raw options in, typed settings out, each value with the place it came from.

`schema` holds the one table that everything derives from, `layers` turns texts into raw layers, `resolve` folds the
layers into `Settings`, and `files` is the only module that reads anything from a disk.
"""

from anchorline.settings.files import disk_reader, load, mapping_reader, user_layer
from anchorline.settings.layers import Layer, RawLayer
from anchorline.settings.resolve import Resolved, Source, resolve
from anchorline.settings.schema import SETTINGS, Setting, Settings
from anchorline.settings.shown import shown

__all__ = [
    "SETTINGS",
    "Layer",
    "RawLayer",
    "Resolved",
    "Setting",
    "Settings",
    "Source",
    "disk_reader",
    "load",
    "mapping_reader",
    "resolve",
    "shown",
    "user_layer",
]
