/** The places that values of options come from. */
import { expect, test } from 'vitest'
import { misuse, run, serverForFile } from '../../../support/command-line.ts'
import { folderWith } from '../../../support/folder.ts'

const nowhere = 'http://127.0.0.1:9'
const { url } = await serverForFile()

/** The address that `standin reset` calls shows which place won. */
const tried = (said: string) => /connect to (\S+)/.exec(said)?.[1]

const flag = ['--url', `${nowhere}/flag`]
const env = { STANDIN_URL: `${nowhere}/environment` }
const file = { 'standin.config.yaml': `url: ${nowhere}/file\n` }

const places: [sentence: string, args: string[], env: Record<string, string>, files: Record<string, string>, winner: string][] = [
  ['a flag goes before the environment and the file', flag, env, file, `${nowhere}/flag`],
  ['the environment goes before the file', [], env, file, `${nowhere}/environment`],
  ['the file goes before the default', [], {}, file, `${nowhere}/file`],
  ['an empty variable counts as not set', [], { STANDIN_URL: '' }, file, `${nowhere}/file`],
  ['a .yml file is read', [], {}, { 'standin.config.yml': `url: ${nowhere}/yml` }, `${nowhere}/yml`],
  ['a JSON file is read', [], {}, { 'standin.config.json': `{"url": "${nowhere}/json", "adminToken": "x"}` }, `${nowhere}/json`],
]

test.each(places)('%s', async (_sentence, args, env, files, winner) => {
  const { code, err } = await run(['reset', ...args], { env, folder: folderWith(files) })

  expect(code).toBe(1)
  expect(tried(err)).toBe(winner)
})

test('the default counts when no place has a value', async () => {
  expect((await run(['start', '--help'])).out).toContain('[default: 4300]')
})

/** The file, its content, and the message. */
const wrong: [file: string, content: string, said: string][] = [
  ['standin.config.yaml', 'dialect: lve', 'standin.config.yaml: dialect is "lve". Did you mean live? Valid: live, spec.'],
  ['standin.config.yaml', 'rateLimits: none', 'standin.config.yaml: rate-limits is "none". Valid: current, earlier, off.'],
  ['standin.config.yaml', 'journal-bodies: true', 'standin.config.yaml: journal-bodies is "true". Valid: on, off.'],
  ['standin.config.yaml', 'rate_limits: off', 'unknown option "rate_limits". Did you mean rate-limits? Valid: rate-limits, '],
  ['standin.config.yaml', '__proto__: off', 'unknown option "__proto__". Valid: port, '],
  ['standin.config.yaml', 'max-worlds: 1\nmaxWorlds: 2', 'standin.config.yaml: max-worlds appears twice.'],
  ['standin.config.yaml', 'port: [1, 2]', 'standin.config.yaml: port must be a single string or number.'],
  ['standin.config.yaml', '- port', 'standin.config.yaml must contain names and values.'],
  ['standin.config.yaml', 'port: 1\nport: 2', 'standin.config.yaml:2:1: Map keys must be unique.'],
  ['standin.config.yaml', 'port: "1', 'standin.config.yaml:1:9: '],
  ['standin.config.json', '{"port": 1,, }', 'standin.config.json:1:12: '],
  [
    'standin.config.yaml',
    'cors: localhost:5173',
    'standin.config.yaml: cors is "localhost:5173". Use an origin such as http://localhost:5173, or *.',
  ],
  ['standin.config.yaml', 'cors: http://localhost:5173/app', 'cors is "http://localhost:5173/app". Use an origin'],
  ['standin.config.json', '{"log": "loud"}', 'standin.config.json: log is "loud". Valid: text, json, off.'],
]

test.each(wrong)('%s with %j is misuse', async (name, content, said) => {
  expect(await run(['start', '--port', '0'], { folder: folderWith({ [name]: content }) })).toMatchObject(misuse(said))
})

test('a mistake is found also when another place goes first', async () => {
  expect(await run(['start', '--pace', 'fast'], { env: { STANDIN_PACE: 'slow' } })).toMatchObject(
    misuse('STANDIN_PACE is "slow". Valid: instant, fast, real.'),
  )
})

test('a misspelt key of the file is found by every command', async () => {
  expect(await run(['reset', '--url', nowhere], { folder: folderWith({ 'standin.config.yaml': 'prot: 1' }) })).toMatchObject(
    misuse('unknown option "prot". Did you mean port?'),
  )
})

test('two configuration files are refused', async () => {
  expect(await run(['reset'], { folder: folderWith({ 'standin.config.yml': '', 'standin.config.json': '{}' }) })).toMatchObject(
    misuse('Both standin.config.yml and standin.config.json exist'),
  )
})

test('an empty file changes nothing', async () => {
  expect((await run(['wait', '--url', url], { folder: folderWith({ 'standin.config.yaml': '# port: 1\n' }) })).code).toBe(0)
})

test('a flag without a value comes from the environment and the file as on or off', async () => {
  const folder = folderWith({ 'standin.config.yaml': 'json: on' })

  expect((await run(['wait', '--url', url], { folder })).out).toBe('{"ready":true}\n')
  expect((await run(['wait', '--url', url], { folder, env: { STANDIN_JSON: 'off' } })).out).toContain('is ready')
})

/** Variables of another program or version, and misspelt ones. */
const strange: [name: string, said: string][] = [
  ['STANDIN_CLOKC', 'Unknown environment variable: "STANDIN_CLOKC". Did you mean STANDIN_CLOCK? Valid: STANDIN_CLOCK, '],
  ['STANDIN_RATELIMITS', 'Unknown environment variable: "STANDIN_RATELIMITS". Did you mean STANDIN_RATE_LIMITS?'],
  ['STANDIN_STATUS', 'Unknown environment variable: "STANDIN_STATUS". Valid: '],
  ['STANDIN_', 'Unknown environment variable: "STANDIN_". Valid: '],
]

test.each(strange)('the variable %s is only a warning, with the nearest name', async (name, said) => {
  const { code, err } = await run(['wait', '--url', url], { env: { [name]: 'frozen' } })

  expect(code).toBe(0)
  expect(err).toContain(`standin: warning: ${said}`)
})

test('variables that Kubernetes sets for a service named standin are ignored, with a note', async () => {
  const env = {
    STANDIN_SERVICE_HOST: '10.0.0.7',
    STANDIN_PORT: 'tcp://10.0.0.7:4300',
    STANDIN_PORT_4300_TCP_ADDR: '10.0.0.7',
    STANDIN_ENV_PATH: '/bin',
    STANDINGS: '3',
  }
  const { code, err } = await run(['wait', '--url', url], { env })

  expect(code).toBe(0)
  expect(err).toBe(
    'standin: note: STANDIN_SERVICE_HOST, STANDIN_PORT, STANDIN_PORT_4300_TCP_ADDR … belong to a Kubernetes or Docker service named "standin", and are ignored.\n',
  )
  expect((await run(['start', '--port', '-1'], { env })).err).not.toContain('tcp:')
})
