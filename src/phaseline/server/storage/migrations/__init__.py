"""The steps that lead from one version of the tables to the next."""
