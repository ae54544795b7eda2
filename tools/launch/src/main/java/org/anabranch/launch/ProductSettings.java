package org.anabranch.launch;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The framework properties of the product: a file in which ${name} stands for a JVM property. */
final class ProductSettings {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    private ProductSettings() {}

    /**
     * Reads the file.
     *
     * @throws LaunchException if it cannot be read
     */
    static Map<String, String> of(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException failure) {
            throw new LaunchException(
                    LaunchException.Reason.FRAMEWORK_FAILED,
                    "settings cannot be read: " + failure,
                    failure);
        }
        Map<String, String> settings = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            settings.put(name, substituted(properties.getProperty(name)));
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(settings::containsKey)
                .forEach(name -> settings.put(name, System.getProperty(name)));
        return settings;
    }

    private static String substituted(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        System.getProperty(found.group(1), found.group())));
    }
}
