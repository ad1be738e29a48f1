/** A server's options: simulator settings, address, and log. */
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { ClockMode } from '../../../service/world/settings.ts'
import { defaultSettings, type PaceName, type Settings } from '../../../service/world/settings.ts'
import {
  address,
  bare,
  everywhere,
  everywhereInGroup,
  inGroup,
  instant,
  many,
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
import { lastingOptions } from './compare-live-options.ts'
import type { LogLevel } from './log.ts'
import { among, boundOptions, capsuleOptions, choicesText, dataOptions, identityOptions, journalOptions } from './start-option-groups.ts'
import { tlsOptions } from './tls.ts'

export const dialects: Readonly<Record<DialectName, string>> = {
  spec: 'as in the specification',
  live: 'as in the live services',
}
export const paces: Readonly<Record<PaceName, string>> = {
  instant: 'the service works without delay',
  fast: 'each step takes a second',
  real: 'each step takes as long as in the live services',
}
export const clocks: Readonly<Record<ClockMode, string>> = {
  real: 'runs in real time',
  frozen: 'frozen until "standin clock advance"',
}
const rateLimits: Readonly<Record<Settings['rateLimits'], string>> = {
  current: 'per integration',
  earlier: 'per subscription key, with the former limits',
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
  loopback: 'only on this machine',
  all: 'all',
  off: 'none; every condition counts as met',
}
const levels = { info: 'every call', warn: 'calls refused by Standin, 5xx, and warnings', error: 'defects' }
const logs = { text: 'one line per call', json: 'one JSON object per call', off: 'none' }

const { dialect, pace, clock, seed, callHeaders, openResources } = defaultSettings

export const dialectOption = everywhere(
  among('The source to follow where the specification and the live services differ', dialects, dialect),
)

/** Each option can also be set in the environment and the configuration file. The help uses the same order. */
export const startOptions = {
  ...everywhereInGroup('Address', {
    port: often(option('The port to listen on; 0 for any free port', wholeNumber(0, 65_535), defaultPort)),
    host: often(option('The address to listen on; 0.0.0.0 for the network (then set --admin-token)', someText, '127.0.0.1')),
    publicUrl: optional("This server's URL for clients, if it differs", address),
    adminToken,
    trustProxy: yesNo("Trust a proxy's Forwarded and X-Forwarded-* headers", false),
    cors: many(
      optional(
        'An allowed web page origin, such as http://localhost:5173; separate several with spaces; * allows all, except for control endpoints',
        origins,
        'none',
      ),
    ),
  }),
  ...everywhereInGroup('TLS', tlsOptions),
  ...everywhereInGroup('Behaviour', {
    dialect: often(dialectOption),
    pace: often(among("The service's speed", paces, pace)),
    seed: option('Seed; the same seed, clock and calls produce the same bytes', wholeNumber(Number.MIN_SAFE_INTEGER), seed),
    openResources: yesNo('Allow clients to use unconfigured resources', openResources),
    unknownRecipients: among('People and organizations that are not in the register', unknownRecipients, defaultSettings.unknownRecipients),
    outbound: among('The condition endpoints and webhooks that Standin may call', outbounds, defaultSettings.outbound),
    callHeaders: yesNo('Include the journal line and scenario in replies (x-standin-call, x-standin-scenario)', callHeaders),
  }),
  ...everywhereInGroup('Time', {
    clock: often(among("The worlds' clock", clocks, clock)),
    now: optional("The clock's start time, such as 2026-06-01T10:00:00Z", instant, 'now'),
    sendWindow: optional(
      `When daytime SMS messages are sent: ${choicesText(sendWindows)}`,
      word(sendWindows),
      'applies with a frozen clock or the real pace, otherwise open',
    ),
  }),
  ...everywhereInGroup('Identity', identityOptions),
  ...everywhereInGroup('Limits', {
    rateLimits: optional(
      `Rate limits, in calls per minute: ${choicesText(rateLimits)}`,
      word(rateLimits),
      `${defaultSettings.rateLimits}; off with a frozen clock`,
    ),
    ...boundOptions,
  }),
  ...everywhereInGroup('Storage', {
    ...dataOptions,
    instance: optional("This server's name, if there are several", someText),
  }),
  ...inGroup('Journal and recording', {
    ...journalOptions,
    verdicts: everywhere(bare("Watch every world's clients for verdicts, from the start")),
    ...capsuleOptions,
    recordPact: optional(
      "Record this consumer's calls to the default world, and write a pact to the pacts folder when the server stops",
      someText,
    ),
    otel: everywhere(bare('Send OpenTelemetry traces, configured by the OTEL_* variables: a span for each call, its stages and its jobs')),
    log: everywhere(optional(`The call log on standard output: ${choicesText(logs)}`, word(logs), 'text; off with --json')),
    logLevel: everywhere(among<LogLevel>('The minimum level of the log', levels, 'info')),
    logControl: everywhere(yesNo('Include successful calls to /_standin/ in the text log', false)),
    json,
  }),
  ...inGroup('Comparison', lastingOptions),
  ...everywhereInGroup('Data', {
    fixtures: optional('A folder with your own people, organizations, resources and callers (.json)', someText),
    scenarios: often(optional('A folder with your own scenarios (.yaml); reloaded after changes', someText)),
    restore: optional('A file written by "standin snapshots save": the initial state of the default world', someText, 'an empty world'),
  }),
}
