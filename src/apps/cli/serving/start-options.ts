/** The options of a server: the settings of the simulator, its address and its log. */
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { ClockMode } from '../../../service/world/settings.ts'
import { defaultSettings, type PaceName, type Settings } from '../../../service/world/settings.ts'
import {
  address,
  bare,
  everywhere,
  inGroup,
  instant,
  often,
  option,
  optional,
  origins,
  someText,
  wholeNumber,
  word,
  yesNo,
} from '../frame/option.ts'
import { adminToken, defaultPort, json } from '../frame/remote.ts'
import type { LogLevel } from './log.ts'
import { among, boundOptions, capsuleOptions, choicesText, dataOptions, identityOptions, journalOptions } from './start-option-groups.ts'
import { tlsOptions } from './tls.ts'

export const dialects: Readonly<Record<DialectName, string>> = {
  spec: 'as the specification says',
  live: 'as the live services do',
}
export const paces: Readonly<Record<PaceName, string>> = {
  instant: 'the service works without delay',
  fast: 'each step takes a second',
  real: 'each step takes as long as in the live services',
}
export const clocks: Readonly<Record<ClockMode, string>> = {
  real: 'runs with real time',
  frozen: 'stands still until "standin clock advance"',
}
const rateLimits: Readonly<Record<Settings['rateLimits'], string>> = {
  current: 'per integration',
  earlier: 'per subscription key, with the earlier numbers',
  off: 'none',
}
const sendWindows: Readonly<Record<NonNullable<Settings['sendWindow']>, string>> = {
  applies: 'from 09:00 to 17:00 in Norway',
  open: 'at any time',
}
const unknownRecipients: Readonly<Record<Settings['unknownRecipients'], string>> = {
  missing: 'have no contact details',
  reachable: 'have some',
}
const outbounds: Readonly<Record<Settings['outbound'], string>> = {
  loopback: 'those on this machine',
  all: 'all',
  off: 'none; every condition counts as met',
}
const levels = { info: 'every call', warn: 'calls that Standin refused or that were answered 5xx, and warnings', error: 'defects' }
const logs = { text: 'one line per call', json: 'one JSON object per call', off: 'none' }

const { dialect, pace, clock, seed, callHeaders, openResources } = defaultSettings

export const dialectOption = everywhere(among('Whom to follow where specification and live services disagree', dialects, dialect))

/** Every option also comes from the environment and the configuration file. The order is that of the help. */
export const startOptions = {
  ...inGroup('Address', {
    port: often(everywhere(option('The port to listen on; 0 for any free port', wholeNumber(0, 65_535), defaultPort))),
    host: often(everywhere(option('The address to listen on; 0.0.0.0 for the network (then set --admin-token)', someText, '127.0.0.1'))),
    publicUrl: everywhere(optional('The address of this server for clients, if it is another one', address)),
    adminToken,
    trustProxy: everywhere(yesNo('Whether a proxy is in front whose Forwarded and X-Forwarded-* headers are true', false)),
    cors: everywhere({
      ...optional(
        'An origin whose web pages may call, such as http://localhost:5173; several with spaces between; * opens the service, and no control row, to all',
        origins,
      ),
      many: true,
      shown: 'none',
    }),
  }),
  ...inGroup('TLS', tlsOptions),
  ...inGroup('Behaviour', {
    dialect: often(dialectOption),
    pace: often(everywhere(among('How fast the service works', paces, pace))),
    seed: everywhere(option('The same seed, clock and calls give the same bytes', wholeNumber(Number.MIN_SAFE_INTEGER), seed)),
    openResources: everywhere(yesNo('Whether clients may use resources that are not configured', openResources)),
    unknownRecipients: everywhere(
      among('People and organizations that the register does not name', unknownRecipients, defaultSettings.unknownRecipients),
    ),
    outbound: everywhere(among('Which condition endpoints and webhooks Standin calls', outbounds, defaultSettings.outbound)),
    callHeaders: everywhere(
      yesNo('Whether replies name their journal line and their scenario (x-standin-call, x-standin-scenario)', callHeaders),
    ),
  }),
  ...inGroup('Time', {
    clock: often(everywhere(among('The clock of the worlds', clocks, clock))),
    now: everywhere({ ...optional('Where the clock starts, such as 2026-06-01T10:00:00Z', instant), shown: 'now' }),
    sendWindow: everywhere({
      ...optional(`When daytime SMS are sent: ${choicesText(sendWindows)}`, word(sendWindows)),
      shown: 'applies on a frozen clock and at the real pace, else open',
    }),
  }),
  ...inGroup('Identity', identityOptions),
  ...inGroup('Limits', {
    rateLimits: everywhere({
      ...optional(`Rate limits, in calls per minute: ${choicesText(rateLimits)}`, word(rateLimits)),
      shown: `${defaultSettings.rateLimits}; off on a frozen clock`,
    }),
    ...boundOptions,
  }),
  ...inGroup('Storage', {
    ...dataOptions,
    instance: everywhere(optional('The name of this server, where there are several', someText)),
  }),
  ...inGroup('Journal and recording', {
    ...journalOptions,
    verdicts: everywhere(bare('Watch every world for verdicts on its clients, from the start')),
    ...capsuleOptions,
    recordPact: optional(
      'Record what this consumer does in the default world, and write it as a pact into the folder pacts when the server stops',
      someText,
    ),
    otel: everywhere(bare('Send traces by OpenTelemetry, as its variables OTEL_* say: a span for each call, its stages and its jobs')),
    log: everywhere({
      ...optional(`The log of calls on standard output: ${choicesText(logs)}`, word(logs)),
      shown: 'text; off with --json',
    }),
    logLevel: everywhere(among<LogLevel>('The least that the log shows', levels, 'info')),
    logControl: everywhere(yesNo('Whether the log in text also has the calls of /_standin/ that succeeded', false)),
    json,
  }),
  ...inGroup('Data', {
    fixtures: everywhere(optional('A folder with your own people, organizations, resources and callers (.json)', someText)),
    scenarios: often(
      everywhere(optional('A folder with your own scenarios (.yaml); Standin reads it again when a file changes', someText)),
    ),
    restore: everywhere({
      ...optional('A file that "standin snapshots save" wrote: the default world begins as it says', someText),
      shown: 'an empty world',
    }),
  }),
}
