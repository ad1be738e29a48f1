/** The control rows of comparisons: store a report, and read it. */
import { comparedGroup, comparison } from '../../support/comparison.ts'
import { expect, test } from '../../support/rule.ts'

test('the newest report of a comparison can be read, in every world', async ({ ask, simulator }) => {
  expect(await ask('control.showComparison')).toMatchObject({ status: 200, body: { report: null } })
  expect((await ask('control.reportComparison', { body: comparison() })).status).toBe(204)

  expect((await ask('control.showComparison', { prefix: '/worlds/other' })).body).toEqual({ report: comparison() })
  expect(simulator.worlds()).toHaveLength(1)
})

test('a report larger than a mebibyte is stored', async ({ ask }) => {
  const [group] = comparison().groups
  const groups = Array.from({ length: 2_000 }, (_, at) => comparedGroup({ ...group, where: `member${at}` }))

  expect((await ask('control.reportComparison', { body: comparison({ groups }) })).status).toBe(204)
  expect((await ask('control.showComparison')).body.report.groups).toHaveLength(2_000)
})

test.for([
  ['a count that is negative', comparison({ calls: -1 }), 'calls'],
  ['a kind of difference that does not exist', comparison({ groups: [comparedGroup({ kind: 'colour' as never })] }), 'kind'],
  ['a text that is too long', comparison({ environment: 'x'.repeat(20_000) }), 'environment'],
  ['a value that is an object', comparison({ groups: [comparedGroup({ there: {} as never })] }), 'there'],
])('a report with %s is refused, and the answer names its place', async ([, body, place], { ask }) => {
  const { status, body: refusal } = await ask('control.reportComparison', { body })

  expect(status).toBe(400)
  expect(JSON.stringify(refusal)).toContain(place)
  expect((await ask('control.showComparison')).body.report).toBe(null)
})
