import { expect, test } from 'vitest'
import { plainCircumstances, without } from '../../../src/service/areas/circumstances.ts'
import { Refusal } from '../../../src/service/wire/refusal.ts'
import { services } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const clean = { result: 'clean' }

for (const [fileName, plan] of [
  ['report.xml', clean],
  ['infected.xml', { result: 'infected' }],
  ['report-INFECTED_2.xml', { result: 'infected' }],
  ['disinfected.xml', clean],
  ['ærinfected.xml', clean],
  ['infectedø', clean],
  ['infected2', clean],
  ['INFECTED', { result: 'infected' }],
  ['report (unscannable).pdf', { result: 'error' }],
  ['slowscan.bin', { result: 'clean', after: 300_000 }],
  ['a.stuckscan', { result: 'clean', after: 'never' }],
  ['constructor', clean],
  ['__proto__', clean],
  ['', clean],
] as const) {
  rule('decisions §7', `the scan of ${JSON.stringify(fileName)} is ${JSON.stringify(plan)}`, () => {
    expect(plainCircumstances.scan({ fileName })).toEqual(plan)
  })
}

rule('assumed: the name is read from its beginning', 'of two magic words in a name the first counts', () => {
  expect(plainCircumstances.scan({ fileName: 'unscannable-infected.txt' })).toEqual({ result: 'error' })
})

test('every service can be reached under plain circumstances', () => {
  expect(() => services.map(plainCircumstances.reach)).not.toThrow()
})

test('a service that is down is refused by name; the others stay reachable', () => {
  const { reach, scan } = without(without(plainCircumstances, ['storage']), ['register', 'names'])
  const outcomes = services.map((service) => {
    try {
      reach(service)
      return 'up'
    } catch (thrown) {
      return thrown instanceof Refusal && thrown.key === 'unreachable' && thrown.values.service === service ? 'down' : thrown
    }
  })

  expect(services.filter((_, at) => outcomes[at] !== 'up')).toEqual(['register', 'names', 'storage'])
  expect(outcomes.filter((outcome) => outcome !== 'up' && outcome !== 'down')).toEqual([])
  expect(scan({ fileName: 'infected' })).toEqual({ result: 'infected' })
})
