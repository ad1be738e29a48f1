/** The options of a server that is one of several. */
import { addresses, everywhere, optional, someText } from './option.ts'

/** Every option also comes from the environment and the configuration file. */
export const peerOptions = {
  instance: everywhere(optional('The name of this server among its peers', someText)),
  peers: everywhere({
    ...optional('The addresses of other servers, whose worlds are listed too; several with spaces or commas between', addresses),
    many: true,
    shown: 'none',
  }),
}
