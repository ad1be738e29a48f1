/** The command line: help, and mistakes with their valid choices. */
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { start } from '../../../src/apps/cli/commands/start.ts'
import { commands } from '../../../src/apps/cli/commands.ts'
import { flagOf } from '../../../src/apps/cli/frame/option.ts'
import { misuse, run } from '../../support/command-line.ts'
import { reachable, readFolders } from '../../support/source.ts'

test('the help names the commands, shows examples and says where the documents are', async () => {
  const { code, out, err } = await run(['--help'])

  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const word of ['start', 'token', 'scenarios', 'clock', 'journal', 'reset', 'wait', 'standin help <word>', 'README.md']) {
    expect(out).toContain(word)
  }
  expect(out.split('\n', 3)).toEqual([
    expect.stringMatching(/^standin start /),
    expect.stringMatching(/^standin scenarios use /),
    expect.stringMatching(/^standin help <word> /),
  ])
})

test('the help has its commands in groups of at most eight', async () => {
  const { out } = await run(['--help'])
  const groups = [...out.matchAll(/^(\w[\w ]*):\n((?: {2}.*\n)+)/gm)].map(([, title, lines = '']) => [
    title,
    lines.match(/^ {2}standin /gm)?.length,
  ])

  expect(groups.map(([title]) => title)).toEqual(['Run it', 'Look', 'Change', 'Worlds', 'Judge a client', 'Contracts', 'More', 'Options'])
  expect(Math.max(...groups.flatMap(([, count]) => Number(count ?? 0)))).toBeLessThanOrEqual(8)
})

test('every command has its heading, and no heading stands for itself alone', async () => {
  const { out } = await run(['--help'])

  expect(out).not.toContain('Commands:')
  expect(out.match(/^ {2}standin /gm)).toHaveLength(commands.length)
})

test('the help of a command has its options with their defaults, and examples', async () => {
  const { code, out } = await run(['start', '--help'])

  expect(code).toBe(0)
  expect(out).toMatch(/--port .*\[default: 4300\]/)
  expect(out).toMatch(/--dialect .*\n?.*\[default: spec\]/)
  expect(out).toContain('standin start --clock frozen')
  expect(out).not.toContain('[string]')
})

test('the help of a server has eight options first, and with --all every option under its heading', async () => {
  const [{ out: short }, { out: whole }] = await Promise.all([run(['start', '--help']), run(['start', '--help', '--all'])])
  const optionsIn = (text: string) => [...text.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)
  const own = ['help', 'version', 'all']

  expect(optionsIn(short)).toEqual(['port', 'host', 'dialect', 'pace', 'clock', 'data', 'scenarios', 'detach', ...own])
  expect(new Set(optionsIn(whole))).toEqual(new Set([...Object.keys(start.options).map(flagOf), ...own]))
  expect([...whole.matchAll(/^(\w.*):$/gm)].map(([, title]) => title)).toEqual([
    'Most used (--help --all shows every option)',
    'Address',
    'TLS',
    'Behaviour',
    'Time',
    'Identity',
    'Limits',
    'Storage',
    'Journal and recording',
    'Comparison',
    'Data',
    'Options',
    'Examples',
  ])
})

test('the help of "standin verify" has the most used options, and with --all the names of the tools of Pact too', async () => {
  const [{ out: short }, { out: whole }] = await Promise.all([run(['verify', '--help']), run(['verify', '--help', '--all'])])

  expect(short).toContain('--provider-base-url')
  expect(short).not.toContain('--broker-token')
  expect(whole).toContain("Names from Pact's own tools:")
  expect(whole).toMatch(/--provider-app-version +Pact's name for --app-version/)
})

test.each([['start'], ['run']])('"standin %s --all" has no --all: it goes with --help', async (name) => {
  expect(await run([name, '--all'])).toMatchObject(
    misuse(`"standin ${name}" takes --all only with --help. "standin ${name} --help --all" shows every option.`),
  )
})

test('a command with few options has no --all', async () => {
  expect(await run(['journal', '--all'])).toMatchObject(misuse('Unknown option for "standin journal": --all.'))
})

test('the help of "standin run" has its own port first, and the help of every command that can print JSON says so', async () => {
  const [{ out: ofRun }, { out: ofExplore }] = await Promise.all([run(['run', '--help']), run(['explore', '--help'])])

  expect(/^ {2}--([\w-]+)/m.exec(ofRun)?.[1]).toBe('port')
  expect(ofExplore).toMatch(/^ {2}--json /m)
})

test('--version is the version of the package', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' })
})

/** The command line, the message, and the command whose help it names. */
const mistakes: [args: string, said: RegExp, help: string][] = [
  ['', /^standin: "standin" needs a subcommand\. Valid: start, stop, wait, run, client, trigger, token, /, 'standin'],
  ['exercise -- npm test', /The command "exercise" no longer exists\. Use "standin explore --scenarios"\./, 'standin'],
  ['strt', /Unknown command: "strt"\. Did you mean start\? Valid: start, /, 'standin'],
  ['frobnicate', /Unknown command: "frobnicate"\. Valid: /, 'standin'],
  ['frobnicate --url http://127.0.0.1:9', /Unknown command: "frobnicate"\. Valid: /, 'standin'],
  ['snapshots restore a.json --url http://127.0.0.1:9', /Unknown command: "restore"\. Valid: save, load\./, 'standin snapshots'],
  ['clock advnce --until settled', /Unknown command: "advnce"\. Did you mean advance\?/, 'standin clock'],
  ['clock advnce --world a', /Unknown command: "advnce"\. Did you mean advance\?/, 'standin clock'],
  ['start --prot 3', /Unknown option for "standin start": --prot\. Did you mean --port\? Valid: --port, /, 'standin start'],
  ['start --no-json', /Unknown option for "standin start": --no-json\./, 'standin start'],
  ['start -p 3', /Unknown option for "standin start": -p\. Valid: --port, /, 'standin start'],
  ['start --__proto__ 3', /"standin start" does not take the argument/, 'standin start'],
  ['clock advance 999999w', /<duration> is "999999w"\. Use a duration such as .*, up to 999999d\./, 'standin clock advance'],
  ['clock advance 99999999999d', /<duration> is "99999999999d"\. .*up to 999999d/, 'standin clock advance'],
  ['--bad orders', /Unknown option for "standin orders": --bad\. Valid: /, 'standin orders'],
  ['--json orders', /Put the command before its flags: "standin orders …"\./, 'standin orders'],
  ['--bad', /Unknown option for "standin": --bad\. Valid: --help\./, 'standin'],
  ['journal show --bad x', /Unknown option for "standin journal show": --bad\./, 'standin journal show'],
  ['clock advance -5m', /Unknown option for "standin clock advance": -5m\. Valid: --to, /, 'standin clock advance'],
  ['start now', /"standin start" does not take the argument "now"/, 'standin start'],
  ['start -- now', /"standin start" does not take the argument "now"/, 'standin start'],
  ['start --port', /--port needs a value/, 'standin start'],
  ['start --port --json', /--port needs a value/, 'standin start'],
  ['start --port=', /--port is ""\. Use a whole number from 0 to 65535\./, 'standin start'],
  ['start --port x', /--port is "x"\. Use a whole number/, 'standin start'],
  ['start --port 65536', /--port is "65536"\. Use a whole number/, 'standin start'],
  ['start --port 1e3', /--port is "1e3"\. Use a whole number/, 'standin start'],
  ['start --dialect lve', /--dialect is "lve"\. Did you mean live\? Valid: live, spec\./, 'standin start'],
  ['start --pace slow', /--pace is "slow"\. Valid: instant, fast, real\./, 'standin start'],
  ['start --clock constructor', /--clock is "constructor"\. Valid: real, frozen\./, 'standin start'],
  ['start --rate-limits none', /--rate-limits is "none"\. Valid: current, earlier, off\./, 'standin start'],
  ['start --unknown-recipients no', /--unknown-recipients is "no"\. Valid: missing, reachable\./, 'standin start'],
  ['start --open-resources true', /--open-resources is "true"\. Valid: on, off\./, 'standin start'],
  ['start --now tomorrow', /--now is "tomorrow"\. Use a time such as /, 'standin start'],
  ['start --now 2026-02-30T10:00:00Z', /--now is "2026-02-30T10:00:00Z"/, 'standin start'],
  ['start --seed 1.5', /--seed is "1\.5"\. Use a whole number\./, 'standin start'],
  ['start --max-worlds 0', /--max-worlds is "0"\. Use a whole number from 1\./, 'standin start'],
  ['start --public-url ftp://x', /--public-url is "ftp:\/\/x"\. Use a URL/, 'standin start'],
  ['start --log loud', /--log is "loud"\. Valid: text, json, off\./, 'standin start'],
  ['start --json=on', /--json takes no value/, 'standin start'],
  ['token --url 127.0.0.1:4300', /--url is "127\.0\.0\.1:4300"\. Use a URL/, 'standin token'],
  ['token --environment prod', /--environment is "prod"\. Valid: test, production\./, 'standin token'],
  ['capsule', /"standin capsule" needs a subcommand\. Valid: save, show, replay\./, 'standin capsule'],
  ['snapshot', /"standin snapshot" needs a subcommand\. Valid: save, load\./, 'standin snapshot'],
  ['fixtures', /"standin fixtures" needs a subcommand\. Valid: make\./, 'standin fixtures'],
  [
    'publish --broker-base x',
    /Unknown option for "standin publish": --broker-base\..* --broker-url, --broker-base-url, /,
    'standin publish',
  ],
  [
    'publish --app-version 1 --consumer-app-version 2',
    /--app-version is "1", and --consumer-app-version is "2", but both are names for the same option\. Use only one\./,
    'standin publish',
  ],
  [
    'verify --broker-url http://a --broker-base-url http://b',
    /--broker-url is "http:\/\/a", and --broker-base-url is "http:\/\/b", but both are names for the same option/,
    'standin verify',
  ],
  ['scenario lst', /Unknown command: "lst"\. Did you mean list\?/, 'standin scenario'],
  ['scenario use', /"standin scenario use" needs a <name>/, 'standin scenario use'],
  ['scenario off one two', /does not take the argument "two"/, 'standin scenario off'],
  ['clock advance soon', /<duration> is "soon"\. Use a duration such as 30s/, 'standin clock advance'],
  ['clock advance --until later', /--until is "later"\. Valid: settled\./, 'standin clock advance'],
  ['wait --timeout 5', /--timeout is "5"\. Use a duration/, 'standin wait'],
]

test.each(mistakes)('"standin %s" is misuse, and says why', async (line, said, help) => {
  const { code, out, err } = await run(line.split(' ').filter(Boolean))

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(said)
  expect(err.split('\n').slice(1)).toEqual([`See ${help} --help`, ''])
})

test.each(['clock advance', 'clock advance 1d --to 2027-01-01', 'clock advance 1d --until settled', 'clock advance 1d --at-most 2d'])(
  '"standin %s" is misuse',
  async (line) => {
    expect(await run(line.split(' '))).toMatchObject(
      misuse(/exactly one of these\. Valid: <duration>, --to <time>, --until settled\.|--at-most can only be used with --until settled/),
    )
  },
)

test('the last of two equal options counts', async () => {
  expect((await run(['start', '--port', 'x', '--port', 'y'])).err).toContain('--port is "y"')
})

test('messages are English, whatever the locale of the machine', async () => {
  const { LC_ALL } = process.env
  process.env.LC_ALL = 'nb_NO.UTF-8'
  const { err, out } = { ...(await run(['start', '--port'])), out: (await run(['--help'])).out }
  if (LC_ALL === undefined) delete process.env.LC_ALL
  else process.env.LC_ALL = LC_ALL

  expect(err).toContain('--port needs a value')
  expect(out).toContain('Options:')
})

test('a server loads only packages that "npm ci --omit=dev" installs', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const sources = readFolders('src')
  const loaded = ['src/apps/cli/main.ts', 'src/index.ts'].flatMap((entry) => reachable(sources, entry).flatMap(({ packages }) => packages))
  const names = new Set(loaded.filter((name) => !isBuiltin(name)).map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))

  expect([...names].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  expect(names).toContain('zod')
})
