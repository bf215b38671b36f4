import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/**
 * Asks the browser's authenticator to sign the server's challenge; returns its response as JSON.
 *
 * @throws Error when there is no authenticator, or its dialog was closed
 */
export async function signWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return JSON.stringify(await startAuthentication({ optionsJSON }))
}
