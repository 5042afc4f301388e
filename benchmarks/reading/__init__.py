"""Questions written by people who had not seen the program: how many the readers answer, right and wrong."""
