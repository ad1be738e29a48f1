/** The options by which a command finds the server that it talks to. */
import { address, bare, everywhere, option, optional, someText, word } from './option.ts'

export const defaultPort = 4300

export const adminToken = everywhere(optional('What control rows demand of callers that are not on the same machine', someText))
export const json = everywhere(bare('One line of JSON instead of text'))

export const connectionOptions = {
  url: everywhere(option('Where Standin runs', address, `http://127.0.0.1:${defaultPort}`)),
  world: everywhere(option('The world that is meant', someText, 'default')),
  environment: everywhere(option('The environment: test or production', word({ test: '', production: '' }), 'test')),
  adminToken,
  json,
}
