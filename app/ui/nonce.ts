/** Names this answer's own scripts to the browser. Empty in the browser, which never shows it. */
import { createContext } from 'react'

export const NonceContext = createContext('')
