/** A program of merchants, as the documentation prints it: what it reads of its environment is no setting of ours. */

/** How notifications are received: a whole program, that only wants its package and its secret. */
export const SAMPLE = `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks"; // npm install standardwebhooks

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  try {
    const { type, data } = webhook.verify(Buffer.concat(parts), request.headers); // the raw body; throws when no signature fits
    console.log(type, data.id, data.status);
    response.end("ok");
  } catch {
    response.writeHead(401).end();
  }
}).listen(8080);`;
