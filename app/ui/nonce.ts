/** CSP nonce of this response's scripts. Empty in the browser, which hides it. */
import { createContext } from 'react'

export const NonceContext = createContext('')
