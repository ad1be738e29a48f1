/** The options of commands that verify a real implementation. */
import { Misuse } from '../misuse.ts'
import type { WebhookOptions } from '../pact/environment/webhooks.ts'
import { address, duration, everywhere, option, optional, someText, type Values, wholeNumber } from './option.ts'

export const environmentOption = everywhere(
  optional('A file that says how a real implementation is reached. "standin states --mapping" prints one', someText),
)

export const stateTimeout = { ...option('How long a provider state may take to come about, such as 2m', duration, 30_000), shown: '30s' }

export const webhookOptions = {
  webhookAddress: optional('Where the real implementation reaches this machine, to catch its events for contracts of messages', address),
  webhookPort: option('The port of this machine behind --webhook-address', wholeNumber(1, 65_535), 4401),
}

/** Events come from other machines. */
export function webhooksFrom({ webhookAddress, webhookPort }: Values<typeof webhookOptions>): WebhookOptions | undefined {
  return webhookAddress === undefined ? undefined : { address: webhookAddress, port: webhookPort, host: '0.0.0.0' }
}

const failOn = ['any', 'provider'] as const

export const failOnOption = {
  ...option(
    'What fails the run with an environment: any interaction, or only what the real implementation broke (provider)',
    (text): (typeof failOn)[number] => {
      const word = failOn.find((each) => each === text)
      if (word === undefined) throw new Misuse(`is ${JSON.stringify(text)}.`, failOn)
      return word
    },
    'any',
  ),
}
