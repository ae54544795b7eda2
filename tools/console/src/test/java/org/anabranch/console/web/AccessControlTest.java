package org.anabranch.console.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Issue 24: who is refused, where no test in the product can come from. */
class AccessControlTest {
    private final AccessControl gate = new AccessControl(false);
    private final Map<String, String> headers = new HashMap<>(Map.of("Host", "127.0.0.1:8642"));

    private RequestRefusal asked(String local, String remote, String path) {
        HttpServletRequest request =
                (HttpServletRequest)
                        Proxy.newProxyInstance(
                                AccessControlTest.class.getClassLoader(),
                                new Class<?>[] {HttpServletRequest.class},
                                (proxy, method, arguments) ->
                                        switch (method.getName()) {
                                            case "getLocalAddr" -> local;
                                            case "getRemoteAddr" -> remote;
                                            case "getMethod" -> "GET";
                                            case "getHeader" -> headers.get(arguments[0]);
                                            default -> throw new AssertionError(method);
                                        });
        return gate.refuse(request, path);
    }

    @Test
    void issue24_otherMachinesAreRefusedWhateverHostTheyName() {
        assertNull(asked("127.0.0.1", "127.0.0.1", "/"));
        assertNull(asked("0:0:0:0:0:0:0:1", "::1", "/"));
        for (String other :
                new String[] {"10.0.0.7", "fe80::1", "0.0.0.0", "localhost", "", null}) {
            assertEquals(403, asked(other, "127.0.0.1", "/").status(), other);
            assertEquals(403, asked("127.0.0.1", other, "/").status(), other);
        }
    }

    @Test
    void issue51_ownNamesAreAcceptedWithThePortOfATunnel() {
        for (String own :
                new String[] {
                    "localhost",
                    "localhost:9000",
                    "127.0.0.1",
                    "127.0.0.1:80",
                    "[::1]:9000",
                    "[::1]"
                }) {
            headers.put("Host", own);
            headers.put("Origin", "http://" + own);
            assertNull(asked("127.0.0.1", "127.0.0.1", "/"), own);
            headers.put("Origin", "http://localhost:1");
            assertEquals(403, asked("127.0.0.1", "127.0.0.1", "/").status(), own);
            headers.remove("Origin");
        }
    }

    @Test
    void issue51_namesThatOthersMayOwnAreRefusedAtAnyPort() {
        for (String other :
                new String[] {
                    "evil.example",
                    "evil.example:8642",
                    "localhost.evil.example:8642",
                    "127.0.0.1.evil.example",
                    "localhost:8642.evil.example",
                    "localhost:",
                    "localhost:x",
                    "localhost:123456",
                    "user@localhost:8642",
                    "127a0b0c1:8642",
                    " localhost",
                    "",
                    null
                }) {
            headers.put("Host", other);
            assertEquals(421, asked("127.0.0.1", "127.0.0.1", "/").status(), other);
        }
    }

    @Test
    void issue24_tokenIsComparedWhole() {
        String token = gate.token();
        assertEquals(43, token.length()); // 256 bits, six in a character
        headers.put("Authorization", "Bearer " + token);
        assertNull(asked("127.0.0.1", "127.0.0.1", "/api/stream"));
        for (String wrong :
                new String[] {
                    "",
                    token.substring(1),
                    token.substring(0, 42),
                    token + "A",
                    token.toLowerCase(java.util.Locale.ROOT),
                    " " + token
                }) {
            headers.put("Authorization", "Bearer " + wrong);
            assertEquals(401, asked("127.0.0.1", "127.0.0.1", "/api/stream").status(), wrong);
        }
        headers.put("Authorization", "Basic " + token);
        assertEquals(401, asked("127.0.0.1", "127.0.0.1", "/api/stream").status());
        assertNotEquals(token, new AccessControl(false).token());
    }
}
