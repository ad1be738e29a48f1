/** The options that say where the server of a command runs. */
import { address, bare, everywhere, option, optional, someText, word } from './option.ts'

export const defaultPort = 4300

export const adminToken = everywhere(optional('The token that control rows need from other machines', someText))
export const json = everywhere(bare('Print one line of JSON instead of text'))

export const connectionOptions = {
  url: everywhere(option('Where Standin runs', address, `http://127.0.0.1:${defaultPort}`)),
  world: everywhere(option('The name of the world', someText, 'default')),
  environment: everywhere(option('The environment: test or production', word({ test: '', production: '' }), 'test')),
  adminToken,
  json,
}
