"""Printed hex numbers and names: from label to hex and back, the way each map does it."""

from phaseline.hexgrid.numbering.base import LabelError, Numbering
from phaseline.hexgrid.numbering.combined import Combined
from phaseline.hexgrid.numbering.figures import Scheme
from phaseline.hexgrid.numbering.places import PlaceNames
from phaseline.hexgrid.numbering.row_column import RowColumn
from phaseline.hexgrid.numbering.sections import Section, Sections

__all__ = ["Combined", "LabelError", "Numbering", "PlaceNames", "RowColumn", "Scheme", "Section", "Sections"]
