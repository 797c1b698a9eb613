/** Keeps Cloudflare's tools from the network: no telemetry, no look for updates, no reports. */
export const wranglerEnvironment = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NO_COLOR: '1',
}
