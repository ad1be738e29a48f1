/** Verifies the check digits of national identity numbers and organization numbers. */

const isWeighed = (number: string, weights: readonly number[]): boolean =>
  weights.reduce((sum, weight, at) => sum + weight * Number(number[at]), 0) % 11 === 0

/** A national identity number has two check digits. */
export const hasPersonDigits = (number: string): boolean =>
  isWeighed(number, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) && isWeighed(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])

/** An organization number has a single check digit. */
export const hasOrganizationDigit = (number: string): boolean => isWeighed(number, [3, 2, 7, 6, 5, 4, 3, 2, 1])
