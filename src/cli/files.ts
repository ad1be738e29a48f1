/** `standin files`: the file transfers of a world. */
import { download } from './files-download.ts'
import { list, show } from './files-list.ts'
import { rowGroup } from './row-commands.ts'

export const files = rowGroup('files', [list, show, 'publish', 'scan', 'expire', download])
