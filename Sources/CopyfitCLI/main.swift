import Copyfit
