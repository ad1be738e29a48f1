/** The template for `--environment`, with every possible member and an explanation of each part. */
import { stringify } from 'yaml'
import { callerNames, namedCallers } from '../../../real/callers.ts'
import { givens } from '../../../service/failures/givens.ts'

/** Resources and recipients used by Standin's contracts. */
const used = {
  resources: ['standin-plain'],
  recipients: ['someone@example.org', 'recipient@example.org', '+4799999999', '12838590150', '02838039440', '375969076'],
}

const head = `# A real implementation, for --environment of "standin verify", "standin states serve" and "standin compare".
# Commands run in this file's folder. Secrets come from variables or commands, and are never stored here.

# The name in reports. Commands get it as STANDIN_ENVIRONMENT_NAME.
name: test
# spec or live: the format of its refusals.
dialect: live

# Each area's base URL, and headers for its gateway.
addresses:
  notifications:
    url: https://platform.example.org/notifications/api/v1
    headers:
      Ocp-Apim-Subscription-Key: { variable: NOTIFICATIONS_KEY }
  fileTransfer:
    url: https://platform.example.org/broker/api/v1
    headers:
      Ocp-Apim-Subscription-Key: { command: cat broker.key }
  events:
    url: https://platform.example.org/events/api/v1
  # For callers whose Maskinporten tokens are exchanged, and for "standin compare".
  authentication:
    url: https://platform.example.org/authentication/api/v1
  # Only for "standin compare". Without them, Standin itself answers token requests, and the service refuses its tokens.
  # maskinporten:
  #   url: https://test.maskinporten.no
  # tokenGenerator:
  #   url: https://altinn-testtools-token-generator.azurewebsites.net/api
`

const forms = `# The callers in contracts, and where their tokens come from:
#   token: { command: ./token.sh }     prints a token. Variables: STANDIN_ORG, STANDIN_ORG_NO, STANDIN_CLIENT_ID,
#                                      STANDIN_SCOPES, STANDIN_CALLER (the name below), STANDIN_ENVIRONMENT_NAME
#   token: { variable: SENDER_TOKEN }  a token with fixed scopes
#   token: { maskinporten: { clientId: …, key: { file: sender.pem }, keyId: …, tokenUrl: https://test.maskinporten.no/token,
#                            audience: https://test.maskinporten.no/, exchange: true } }
# "scopes" replaces the scopes that Standin uses, if the service needs others.
`

export function template(): string {
  const callers = callerNames.map((name) => {
    const { here, does } = namedCallers[name]
    const org = 'org' in here ? `\n    org: ${here.org}` : ''
    return `  # In the contracts: ${here.orgNo}. This caller ${does}. Scopes: ${here.scope}\n  ${name}:\n    orgNo: "${here.orgNo}"${org}\n    token: { command: ./token.sh }`
  })
  const states = givens.filter(({ usesKnobs }) => usesKnobs).map(({ sentence, params }) => ({ sentence, names: Object.keys(params.shape) }))
  const same = (all: readonly string[]) => all.map((each) => `  ${stringify(each).trim()}: ${stringify(each).trim()}`).join('\n')
  return [
    head,
    forms + ['callers:', ...callers].join('\n'),
    `\n# Resources: the name in the contracts, then the name in this environment.\nresources:\n${same(used.resources)}`,
    `\n# Message recipients: addresses that may receive test messages. Orders to anyone else are refused.\nrecipients:\n${same(used.recipients)}`,
    '\n# Commands that set up and tear down states which calls cannot set up. Their parameters are variables, such as',
    '# STANDIN_PARAM_NATIONAL_IDENTITY_NUMBER, and STANDIN_PARAMS contains all of them as JSON. A JSON object in the output provides values.',
    'states: {}',
    ...states.map(
      ({ sentence, names }) =>
        `#  ${sentence}:${names.length > 0 ? `  # ${names.join(', ')}` : ''}\n#    setup: ./state.sh\n#    teardown: ./state.sh\n#    within: PT30S`,
    ),
    '\n# States that this environment does not support, each with a reason.',
    'skip: {}',
    ...states.slice(-1).map(({ sentence }) => `#  ${sentence}: time cannot be advanced there`),
    '',
  ].join('\n')
}
