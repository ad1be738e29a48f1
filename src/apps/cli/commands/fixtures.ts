/** `standin fixtures`: generates fixtures. */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../../platform/node-path.ts'
import { shWordBriefly } from '../../../service/wire/text.ts'
import { codeOf, commandGroup, defineCommand, Failure, messageOf, withProgress } from '../frame/command.ts'
import { option, output, someText, wholeNumber } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { json } from '../frame/remote.ts'

const most = 100_000

const make = defineCommand({
  name: 'make',
  needsPackage: true,
  summary: 'Generate a folder with synthetic people and organizations in every condition',
  options: {
    people: option('Number of people', wholeNumber(0, most), 500),
    organizations: option('Number of organizations', wholeNumber(0, most), 50),
    seed: option('Seed; the same seed generates the same files', wholeNumber(Number.MIN_SAFE_INTEGER), 1),
    output: output(option('The folder', someText, 'standin-fixtures')),
    json,
  },
  examples: [
    ['standin fixtures make --people 500 --organizations 50 --seed 7', 'Generate the standin-fixtures folder'],
    ['standin start --fixtures standin-fixtures', 'Use it'],
  ],
  async run({ values, io }) {
    const { people, organizations, seed, output: target } = values
    const folder = resolve(io.folder, target)
    const files = ['people.json', 'organizations.json'].map((name) => join(folder, name))
    const taken = files.find((file) => existsSync(file))
    if (taken !== undefined) throw new Failure(`${taken} already exists. Remove it, or choose another folder with --output.`)
    const { makeFixtures } = await import('../serving/make-fixtures.ts')
    const does = 'Generating people and organizations'
    const made = await withProgress(io, { does }, async ({ tell }) =>
      makeFixtures(await loadFaker(), { people, organizations, seed }, (done) =>
        tell({ does, done, of: people + organizations, unit: 'contacts' }),
      ),
    )
    store(folder, files, [made.people, made.organizations])
    const reply = { folder, people, organizations, seed }
    print(
      io,
      values,
      reply,
      () => `${folder}: ${people} people and ${organizations} organizations. Use them: standin start --fixtures ${shWordBriefly(target)}`,
    )
  },
})

function store(folder: string, files: readonly string[], lists: readonly (readonly object[])[]): void {
  try {
    makeFolder(folder)
    for (const [at, file] of files.entries()) writeFileSync(file, `${JSON.stringify(lists[at], null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    throw new Failure(`The fixtures were not saved to ${folder}: ${messageOf(error)}.`)
  }
}

/** Loads Faker, which is not a dependency of the package, because it is large and only this command needs it. */
async function loadFaker() {
  try {
    const { faker } = await import('@faker-js/faker/locale/nb_NO')
    return faker
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Failure('This command needs the @faker-js/faker package. Install it: npm install --save-dev @faker-js/faker@10')
  }
}

export const fixtures = commandGroup(['fixtures'], 'Generate fixtures: your own people and organizations', [make])
