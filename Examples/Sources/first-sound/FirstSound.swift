import Tactus
