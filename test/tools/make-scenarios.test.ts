import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { effects } from '../../src/service/failures/effects.ts'
import { scenarioDocument } from '../../src/service/failures/scenario/grammar.ts'
import { scenariosPage } from '../../tools/make-scenarios.ts'

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')

test('docs/scenarios.md is up to date (npm run generate)', async () => {
  expect(page('scenarios')).toBe(await scenariosPage())
})

test('docs/writing-scenarios.md names every field and every effect', () => {
  const fields = [
    ...Object.keys(scenarioDocument().shape),
    ...Object.keys(scenarioDocument().shape.rules.element.shape),
    ...Object.keys(effects),
  ]

  expect(fields.filter((name) => !new RegExp(`\`${name}[\`:]`).test(page('writing-scenarios')))).toEqual([])
})
