import pypto.language as pl

@pl.program
class Comments:
    @pl.function
    def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
        """Title

           text
        """
        # above
        #without a blank
        a = n + 1  # beside
        if a < 2:  # why
            # first in the branch
            b = a
        # before else
        else:
            b = n
        # on a statement without effect
        pass
        for i in pl.range(
            4,  # bounds
        ):
            "a string alone"
            c = i
            # lost
        return b
