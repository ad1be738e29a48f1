/** The table of control rows agrees with files, exports and tests. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ControlId } from '../../../src/control/facts.ts'
import { controls } from '../../../src/control/index.ts'

/** The files of rows, such as `src/control/clock/rows.ts`, and `src/control/journal/stream-rows.ts`. */
const files = globSync('src/control/*/{rows,*-rows}.ts')

type Rows = readonly { readonly id: string }[]

test('each file of rows exports them, and the table has them all', async () => {
  const modules: Readonly<Record<string, Rows>>[] = await Promise.all(files.map((file) => import(`../../../${file}`)))
  const rows = modules.map(
    (module, at) => Object.entries(module).find(([name]) => name.endsWith('Rows'))?.[1] ?? expect.fail(`${files[at]} exports no …Rows`),
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
  const text = files.map((file) => readFileSync(file, 'utf8')).join('')

  const misnamed = controls.filter(({ id }) => !text.includes(`const ${id.slice('control.'.length)} = defineControl('${id}', `))
  expect(
    misnamed.map(({ id }) => id),
    'Name the constant of each of these rows after its id: const <name> = defineControl("control.<name>", …',
  ).toEqual([])
})

test('a test calls every row', () => {
  const tests = globSync('test/control/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))

  const untested = controls.filter(({ id }) => !tests.some((text) => text.includes(`'${id}'`))).map(({ id }) => id)
  expect(untested, 'No test in test/control/ calls these rows. Call each by its id in the test of its knob.').toEqual([])
})

test('every row is under /_standin, and no two share a place', () => {
  const places = controls.map(({ method, path }) => `${method} ${path}`)

  expect(controls.filter(({ path }) => !path.startsWith('/_standin/'))).toEqual([])
  expect(new Set(places).size).toBe(places.length)
})
