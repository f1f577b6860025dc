"""`python -m phaseline` is the `phaseline` command."""

from phaseline.cli import main

if __name__ == "__main__":
    main()
