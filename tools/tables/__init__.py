"""Operations on values of any type: order, comparison, selection, mean and sum."""
