/** Verifies the check digits of national identity numbers and organization numbers. */

const isWeighed = (number: string, weights: readonly number[]): boolean =>
  weights.reduce((sum, weight, at) => sum + weight * Number(number[at]), 0) % 11 === 0

/** True if both check digits of a national identity number are right. */
export const hasPersonDigits = (number: string): boolean =>
  isWeighed(number, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) && isWeighed(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])

/** True if the only check digit of an organization number is right. */
export const hasOrganizationDigit = (number: string): boolean => isWeighed(number, [3, 2, 7, 6, 5, 4, 3, 2, 1])
