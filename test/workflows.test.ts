/** What the workflows of GitHub promise: where the tests run, and how a release is published. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8')
const { version, engines } = JSON.parse(textOf('package.json'))

interface Job {
  readonly strategy?: { readonly matrix: { readonly os: string[]; readonly node: number[] } }
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly run?: string }[]
}

const jobsOf = (name: string): Record<string, Job> => parse(textOf(`.github/workflows/${name}.yml`)).jobs
const commandsOf = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? []

test('every change passes .ci/run, and three systems with two versions of Node.js', () => {
  const { everything, matrix } = jobsOf('ci')

  expect(commandsOf(everything)).toEqual(['.ci/run'])
  expect(matrix?.strategy?.matrix).toEqual({ os: ['ubuntu-latest', 'macos-latest', 'windows-latest'], node: [22, 24] })
  expect(engines.node).toMatch(/^>=22\./)
  expect(commandsOf(matrix)).toEqual(expect.arrayContaining(['npm ci', 'npm test', 'npm run test:pack']))
})

test('a tag publishes with provenance, and only what the changelog names', () => {
  const { publish } = jobsOf('release')

  expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
  expect(commandsOf(publish).at(-1)).toBe('npm publish --provenance --access public')
  expect(textOf('CHANGELOG.md')).toContain(`\n## [${version}] - `)
})

test('the lock file and the image have the version of the package', () => {
  const lock = JSON.parse(textOf('package-lock.json'))

  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(textOf('container/Dockerfile')).toContain(`ARG VERSION=${version}\n`)
})
