// A real OpenID Connect provider for the tests. It takes any name, and any password with it.
// PORT: where it listens. REDIRECT_URI: of the one client, whose id is `playground` and whose secret is `secret`.
import { Provider } from "oidc-provider";

const { PORT, REDIRECT_URI } = process.env;
const issuer = `http://127.0.0.1:${PORT}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "playground",
      client_secret: "secret",
      redirect_uris: [REDIRECT_URI],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  cookies: { keys: ["only for tests"] },
  pkce: { required: () => true },
});
provider.listen(Number(PORT), "127.0.0.1", () => console.log(`serves ${issuer}`));
