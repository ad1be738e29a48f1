/** The table of control rows agrees with files, exports and tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ControlId } from '../../../src/control/facts.ts'
import { controls } from '../../../src/control/index.ts'

const folder = 'src/control/rows'
/** The files that have no rows. */
const others = ['caller-organization', 'client', 'command', 'command-facts', 'facts', 'index', 'page-query', 'row', 'url']

const camelCase = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const knobs = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !others.includes(name))

test('each file of a knob exports its rows by the name of the knob, and the table has them all', async () => {
  const rows = await Promise.all(
    knobs.map(
      async (name) =>
        (await import(`../../../src/control/rows/${name}.ts`))[`${camelCase(name)}Rows`] as readonly { readonly id: string }[],
    ),
  )
  const inTable = new Set(controls.map(({ id }) => id))

  const missing = rows.flat().filter(({ id }) => !inTable.has(id as ControlId))
  expect(
    missing.map(({ id }) => id),
    'These rows are not in the table of control rows. Run npm run generate.',
  ).toEqual([])
  expect(rows.flat()).toHaveLength(controls.length)
})

test('each row has the name of its id', () => {
  const text = knobs.map((name) => readFileSync(`${folder}/${name}.ts`, 'utf8')).join('')

  expect(controls.filter(({ id }) => !text.includes(`const ${id.slice('control.'.length)} = defineControl({\n  id: '${id}',`))).toEqual([])
})

test('a test calls every row', () => {
  const tests = readdirSync('test/control/rows').map((file) => readFileSync(`test/control/rows/${file}`, 'utf8'))

  const untested = controls.filter(({ id }) => !tests.some((text) => text.includes(`'${id}'`))).map(({ id }) => id)
  expect(untested, 'No test in test/control/rows/ calls these rows. Call each by its id in the test of its knob.').toEqual([])
})

test('every row is under /_standin, and no two share a place', () => {
  const places = controls.map(({ method, path }) => `${method} ${path}`)

  expect(controls.filter(({ path }) => !path.startsWith('/_standin/'))).toEqual([])
  expect(new Set(places).size).toBe(places.length)
})
