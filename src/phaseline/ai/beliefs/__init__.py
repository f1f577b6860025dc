"""What a player believes of pieces whose faces it does not see, remembered from turn to turn. No game is named here."""

from phaseline.ai.beliefs.beliefs import Beliefs
from phaseline.ai.beliefs.pieces import AWAY, Back, Clue, Pieces, Seen

__all__ = ["AWAY", "Back", "Beliefs", "Clue", "Pieces", "Seen"]
