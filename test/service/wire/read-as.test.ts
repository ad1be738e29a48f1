import { expect, test } from 'vitest'
import { z } from 'zod'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { readAs } from '../../../src/service/wire/read-as.ts'

const schema = z.strictObject({
  text: z.string().min(1).max(3).optional(),
  long: z.string().min(2).optional(),
  form: z.string().regex(/^a+$/).optional(),
  own: z.string({ error: 'is not a colour' }).optional(),
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
  kinds: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.int() })]).optional(),
  either: z.union([z.int(), z.strictObject({ every: z.int() })]).optional(),
})

test.each([
  [{ text: 7 }, 'it.text: 7 is not a string.'],
  [{ text: '' }, 'it.text: "" is empty.'],
  [{ text: 'abcd' }, 'it.text: "abcd" has more than 3 characters.'],
  [{ long: 'a' }, 'it.long: "a" has fewer than 2 characters.'],
  [{ form: 'b' }, 'it.form: "b" does not match /^a+$/.'],
  [{ own: 7 }, 'it.own: 7 is not a colour.'],
  [{ id: 'x' }, 'it.id: "x" is not a GUID.'],
  [{ at: 'x' }, 'it.at: "x" is not a time. Use ISO 8601, for example 2026-12-01T08:00:00Z.'],
  [{ url: 'x' }, 'it.url: "x" is not a URL.'],
  [{ number: '1' }, 'it.number: "1" is not a number.'],
  [{ number: 0.25 }, 'it.number: 0.25 is less than 0.5.'],
  [{ whole: 1.5 }, 'it.whole: 1.5 is not a whole number.'],
  [{ whole: 10 }, 'it.whole: 10 is more than 9.'],
  [{ more: 1 }, 'it.more: 1 is not more than 1.'],
  [{ asText: 'x' }, 'it.asText: "x" is not a number.'],
  [{ asText: '-1' }, 'it.asText: "-1" is less than 0.'],
  [{ flag: 'yes' }, 'it.flag: "yes" is not true or false.'],
  [{ list: 'a' }, 'it.list: "a" is not a list. Valid: a, b.'],
  [{ list: [] }, 'it.list: [] is empty.'],
  [{ list: ['c'] }, 'it.list[0]: unknown value "c". Did you mean a? Valid: a, b.'],
  [{ record: [] }, 'it.record: [] is not an object.'],
  [{ inner: 7 }, 'it.inner: 7 is not an object. Valid: name.'],
  [{ inner: {} }, 'it.inner.name is missing.'],
  [{ either: 'x' }, 'it.either: "x" matches none of the allowed forms.'],
  [{ either: { each: 1 } }, 'it.either: unknown member "each". Valid: every.'],
  [{ kinds: { kind: 'a', n: 'x' } }, /^it\.kinds\.n: "x" is not a number\.$/],
  [{ more: 2, les: 1 }, 'it: unknown member "les". Did you mean l'],
  [null, 'it: null is not an object. Valid: text, long, form'],
])('the message about %j names the mistake', (value, message) => {
  const read = () => readAs('it', schema, value, '.')

  expect(read).toThrow(Misuse)
  expect(read).toThrow(message)
})

test('a valid value is returned as the schema has it', () => {
  expect(readAs('it', schema, { asText: '7' })).toEqual({ asText: 7 })
})
