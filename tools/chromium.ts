/** Finds the machine's Chromium for tests. */
import { join } from 'node:path'
import { foldersIn, isProgram } from './programs.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Returns `STANDIN_CHROMIUM`, or the first Chromium in PATH. */
export function findChromium({ PATH = '', STANDIN_CHROMIUM } = process.env): string | undefined {
  if (STANDIN_CHROMIUM) return STANDIN_CHROMIUM
  const folders = foldersIn(PATH)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

export const howToInstallChromium =
  'Install Chromium: npm run chromium:install, on Debian or Ubuntu: sudo apt-get install chromium. Or set STANDIN_CHROMIUM to its path.'
