/** Finds the Chromium of the machine, in which tests run. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** `STANDIN_CHROMIUM`, or the first that PATH has. */
export function findChromium({ PATH = '', STANDIN_CHROMIUM } = process.env): string | undefined {
  if (STANDIN_CHROMIUM) return STANDIN_CHROMIUM
  const folders = PATH.split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const howToInstallChromium =
  'Install Chromium: npm run chromium:install, on Debian or Ubuntu: sudo apt-get install chromium. Or name one in STANDIN_CHROMIUM.'
