import { expect, test } from 'vitest'
import { z } from 'zod'
import { Misuse } from '../../src/misuse.ts'
import { readAs } from '../../src/wire/fault.ts'

const schema = z.strictObject({
  text: z.string().min(1).max(3).optional(),
  long: z.string().min(2).optional(),
  form: z.string().regex(/^a+$/).optional(),
  own: z.string({ error: 'is no colour, such as red' }).optional(),
  id: z.uuid().optional(),
  at: z.iso.datetime().optional(),
  url: z.url().optional(),
  number: z.number().min(0.5).optional(),
  whole: z.int().min(0).max(9).optional(),
  more: z.number().gt(1).optional(),
  asText: z.coerce.number().int().min(0).optional(),
  flag: z.boolean().optional(),
  list: z
    .array(z.enum(['a', 'b']))
    .min(1)
    .optional(),
  record: z.record(z.string(), z.string()).optional(),
  inner: z.strictObject({ name: z.string() }).optional(),
  either: z.union([z.int(), z.strictObject({ every: z.int() })]).optional(),
})

test.each([
  [{ text: 7 }, 'it.text: 7 is no text.'],
  [{ text: '' }, 'it.text: "" is empty.'],
  [{ text: 'abcd' }, 'it.text: "abcd" has more than 3 characters.'],
  [{ long: 'a' }, 'it.long: "a" has fewer than 2 characters.'],
  [{ form: 'b' }, 'it.form: "b" does not have the form /^a+$/.'],
  [{ own: 7 }, 'it.own: 7 is no colour, such as red.'],
  [{ id: 'x' }, 'it.id: "x" is no GUID.'],
  [{ at: 'x' }, 'it.at: "x" is no time, such as 2026-12-01T08:00:00Z.'],
  [{ url: 'x' }, 'it.url: "x" is no address.'],
  [{ number: '1' }, 'it.number: "1" is no number.'],
  [{ number: 0.25 }, 'it.number: 0.25 is less than 0.5.'],
  [{ whole: 1.5 }, 'it.whole: 1.5 is no whole number.'],
  [{ whole: 10 }, 'it.whole: 10 is more than 9.'],
  [{ more: 1 }, 'it.more: 1 is not more than 1.'],
  [{ asText: 'x' }, 'it.asText: "x" is no number.'],
  [{ asText: '-1' }, 'it.asText: "-1" is less than 0.'],
  [{ flag: 'yes' }, 'it.flag: "yes" is neither true nor false.'],
  [{ list: 'a' }, 'it.list: "a" is no list. Valid: a, b.'],
  [{ list: [] }, 'it.list: [] has fewer than 1 entries.'],
  [{ list: ['c'] }, 'it.list[0]: "c" is not known. Valid: a, b.'],
  [{ record: [] }, 'it.record: [] is no object.'],
  [{ inner: 7 }, 'it.inner: 7 is no object. Valid: name.'],
  [{ inner: {} }, 'it.inner.name is missing.'],
  [{ either: 'x' }, 'it.either: "x" has none of the forms that are valid here.'],
  [{ either: { each: 1 } }, 'it.either: there is no "each". Valid: every.'],
  [{ more: 2, les: 1 }, 'it: there is no "les". Valid: text, long, form'],
  [null, 'it: null is no object. Valid: text, long, form'],
])('%j is told what is wrong with it', (value, told) => {
  const read = () => readAs('it', schema, value, '.')

  expect(read).toThrow(Misuse)
  expect(read).toThrow(told)
})

test('what is right is read', () => {
  expect(readAs('it', schema, { asText: '7' })).toEqual({ asText: 7 })
})
