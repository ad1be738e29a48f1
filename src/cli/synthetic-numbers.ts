/** Makes numbers that no living person and no organization has. Source: decisions §7. */
import type { Faker } from '@faker-js/faker'

/** A birth date in the 1900s with 80 added to the month. No real person has such a number. */
export function nationalIdentityNumber(faker: Faker): string {
  const born = faker.date.birthdate({ min: 1945, max: 1999, mode: 'year' }).toISOString()
  const start = `${born.slice(8, 10)}${Number(born.slice(5, 7)) + 80}${born.slice(2, 4)}`
  for (;;) {
    const nine = start + faker.string.numeric({ length: 3, allowLeadingZeros: true }).replace(/^[5-9]/, '4')
    const ten = nine + checkDigit(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2])
    const eleven = ten + checkDigit(ten, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{11}$/.test(eleven)) return eleven
  }
}

/** A number from the series that the register reserves for synthetic organizations. */
export function organizationNumber(faker: Faker): string {
  for (;;) {
    const eight = `3${faker.string.numeric({ length: 7, allowLeadingZeros: true })}`
    const nine = eight + checkDigit(eight, [3, 2, 7, 6, 5, 4, 3, 2])
    if (/^\d{9}$/.test(nine)) return nine
  }
}

/** Modulo 11. `10` means that the number has no valid check digit. */
const checkDigit = (digits: string, weights: readonly number[]) =>
  String((11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11)) % 11)

/** Lower-case ASCII letters and digits, joined by hyphens: a part of an address. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
