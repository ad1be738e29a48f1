/** The options that keep a server within its bounds. */
import { defaultSettings } from '../state/settings.ts'
import { duration, everywhere, option, optional, wholeNumber, yesNo } from './option.ts'

const { journal, journalBodies, journalBytes, maxWorlds } = defaultSettings

/** Every option also comes from the environment and the configuration file. */
export const boundOptions = {
  maxWorlds: everywhere(option('The largest number of worlds', wholeNumber(1), maxWorlds)),
  worldTtl: everywhere({
    ...optional('How long a world stays that nobody uses, such as 8h; the default world always stays', duration),
    shown: 'until it is dropped',
  }),
  maxMemory: everywhere({
    ...optional('The bytes of memory above which no world is made and no file is taken', wholeNumber(1)),
    shown: 'no limit',
  }),
  maxSpool: everywhere({
    ...optional('The most bytes of files to store, over all worlds', wholeNumber(0)),
    shown: 'until the disk is full',
  }),
  journal: everywhere(option('The number of calls that the journal keeps', wholeNumber(0, 1_000_000), journal)),
  journalBodies: everywhere(yesNo('Whether the journal keeps bodies', journalBodies)),
  journalBytes: everywhere(
    option('The most bytes that the journals and outboxes of all worlds hold together', wholeNumber(0), journalBytes),
  ),
}
