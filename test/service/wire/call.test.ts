import { expect, test } from 'vitest'
import { traceIdOf } from '../../../src/service/wire/call.ts'
import { random } from '../../../src/service/world/random.ts'
import { rule } from '../../support/rule.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const span = 'b7ad6b7169203331'
const form = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
const idOf = (traceparent?: string | string[]) => traceIdOf({ headers: { traceparent } }, random(1, 'trace'))

for (const flags of ['00', '01', 'ff']) {
  rule('decisions §1', `a trace with flags ${flags} is continued with a new span`, () => {
    expect(idOf(`00-${trace}-${span}-${flags}`)).toMatch(new RegExp(`^00-${trace}-(?!${span})[0-9a-f]{16}-${flags}$`))
  })
}

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
  ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['upper case', `00-${trace.toUpperCase()}-${span}-01`],
  ['another version', `01-${trace}-${span}-01`],
  ['a part too many', `00-${trace}-${span}-01-00`],
  ['a line break', `00-${trace}-${span}-01\n`],
  ['a short trace', `00-${trace.slice(1)}-${span}-01`],
])('a call with %s begins a new trace', (_, traceparent) => {
  const id = idOf(traceparent)

  expect(id).toMatch(form)
  expect(id).not.toContain(trace)
  expect(id).toBe(idOf())
})

test('of several headers the first one counts', () => {
  expect(idOf([`00-${trace}-${span}-01`, 'anything'])).toContain(trace)
})
